/** Added to the style of all pages. */
export const CLIENT_STYLE = `
.passed { padding-left: 1.25rem; }
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
