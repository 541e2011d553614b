import{a,b,c}from"./chunk-NJC5FRLZ.js";import"./chunk-KH3QJACT.js";import"./chunk-IBSBXT2S.js";export{a as Pointing,c as across,b as pointName};
//# sourceMappingURL=pointing-3X7I5MLJ.js.map
