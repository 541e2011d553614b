import{a,b,c}from"./chunk-YS5WFRWF.js";import"./chunk-KH3QJACT.js";import"./chunk-QD6G2NMW.js";import"./chunk-Q3Q27NI5.js";export{a as Pointing,c as across,b as pointName};
//# sourceMappingURL=pointing-OHTV3BWS.js.map
