(()=>{(()=>{let t=document.documentElement;t.classList.add("js"),t.toggleAttribute("data-following",location.hash.startsWith("#follow="));try{if(t.dataset.unfolded=localStorage.getItem("unfolded")??"",t.dataset.theme)return;let e=localStorage.getItem("theme");(e==="light"||e==="dark")&&(t.dataset.theme=e)}catch{}})();})();
//# sourceMappingURL=theme.js.map
