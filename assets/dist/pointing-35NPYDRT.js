import{a,b,c}from"./chunk-2B7UVQKK.js";import"./chunk-KH3QJACT.js";import"./chunk-DGRJWIFP.js";export{a as Pointing,c as across,b as pointName};
//# sourceMappingURL=pointing-35NPYDRT.js.map
