function i(r,...e){return r.replace(/\{(\d)\}/g,(t,n)=>String(e[Number(n)-1]??""))}export{i as a};
//# sourceMappingURL=chunk-7QYFUZNA.js.map
