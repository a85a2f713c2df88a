/** What the page of a client has besides the style of all pages. */
export const CLIENT_STYLE = `
.scenarios { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .15rem 1.5rem; padding: 0; list-style: none; }
.scenarios li { display: flex; align-items: center; gap: .6rem; padding: .2rem 0; border-bottom: 1px dotted var(--line); font-size: .9375rem; }
.scenarios a { text-decoration: none; overflow-wrap: anywhere; } .scenarios a:hover { text-decoration: underline; }
.scenarios .took { margin-left: auto; color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.obstacle { border: 1px solid var(--line); border-left: 6px solid var(--bad); border-radius: 8px; padding: .6rem 1rem; margin: .9rem 0 0; }
.obstacle h2 { margin: 0; font-size: 1.0625rem; }
.scenario > summary .sign { margin-right: .5rem; }
.scenario .observed { padding-left: 1.2rem; margin: .4rem 0; } .scenario .observed li { overflow-wrap: anywhere; }
.scenario .picture { margin: .6rem 0; } .scenario .picture h3 { font-size: .9375rem; } .scenario .picture p { font-size: .875rem; overflow-wrap: anywhere; }
.scenario table { font-size: .8125rem; }
.tabular { overflow-x: auto; position: relative; }
.faint.said { font-size: .875rem; }
.scenario .signal { color: var(--bad); }
`
