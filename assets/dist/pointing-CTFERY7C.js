import{a,b,c}from"./chunk-7ZRXZQNP.js";import"./chunk-KH3QJACT.js";import"./chunk-ES74V3T3.js";import"./chunk-Q3Q27NI5.js";export{a as Pointing,c as across,b as pointName};
//# sourceMappingURL=pointing-CTFERY7C.js.map
