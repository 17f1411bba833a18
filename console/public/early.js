{let c=document,r=c.documentElement,d=r.dataset,m=c.currentScript.dataset.main,b=d.base||''
addEventListener('submit',e=>d.ready||(e.preventDefault(),d.early=1),!0)
if(m)requestAnimationFrame(()=>setTimeout(()=>import(m)))
else if(/^.?auth/.test(location.pathname.slice(b.length))||!localStorage[b+'accountId'])r.className='bare'}
