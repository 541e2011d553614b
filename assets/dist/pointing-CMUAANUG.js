import{a,b,c}from"./chunk-2B4VNJFX.js";import"./chunk-KH3QJACT.js";import"./chunk-VXAYFOW4.js";export{a as Pointing,c as across,b as pointName};
//# sourceMappingURL=pointing-CMUAANUG.js.map
