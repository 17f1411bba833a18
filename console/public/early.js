{let r=document.documentElement,d=r.dataset,m=document.currentScript.dataset.main
addEventListener('submit',e=>d.ready||(e.preventDefault(),d.early=1),!0)
if(m)requestAnimationFrame(()=>setTimeout(()=>import(m)))
else if(/^.auth/.test(location.pathname)||!localStorage.accountId)r.className='bare'}
