import{a as e}from"./chunk-Q3Q27NI5.js";async function r(t,o,n,a=e("copy-by-hand")){try{await navigator.clipboard.writeText(t.value),o.textContent=n}catch{t.select(),o.textContent=a}}export{r as a};
//# sourceMappingURL=chunk-QULZAHGN.js.map
