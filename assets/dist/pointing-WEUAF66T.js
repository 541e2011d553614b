import{a,b,c}from"./chunk-BHG5L23R.js";import"./chunk-KH3QJACT.js";import"./chunk-2EYI7XK2.js";import"./chunk-Q3Q27NI5.js";export{a as Pointing,c as across,b as pointName};
//# sourceMappingURL=pointing-WEUAF66T.js.map
