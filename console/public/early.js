addEventListener(
  'submit',
  (e) => {
    const d = document.documentElement.dataset
    d.ready || (e.preventDefault(), (d.early = '1'))
  },
  !0,
)
;/^\/auth/.test(location.pathname) || !localStorage.accountId
  ? document.documentElement.classList.add('bare')
  : 0
