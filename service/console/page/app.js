import { forgetForms, get, onSignedOut, post } from './parts/api.js'
import { byId, notice } from './parts/dom.js'
import { beginLive } from './parts/live.js'
import { beginTabs } from './parts/tabs.js'
import { beginTheme } from './parts/theme.js'
import { beginTimeBar } from './parts/timebar.js'
import { showClock } from './views/clock.js'
import { showEntrance } from './views/entrance.js'
import { showJobs } from './views/jobs.js'
import { showKeys } from './views/keys.js'
import { showRequests } from './views/requests.js'
import { showScenarios } from './views/scenarios.js'
import { showTrial } from './views/trial.js'

const main = byId('main')
let leave = () => {}

function enter(session) {
  leave()
  forgetUser()
  if (!session.user) {
    showEntrance(main, session, enter)
    return
  }
  const live = beginLive()
  const context = { session, live }
  byId('email').textContent = session.user.email
  for (const id of ['who', 'nav']) byId(id).hidden = false
  const endTabs = beginTabs(main, [
    { id: 'keys', title: 'API keys', draw: (panel) => showKeys(panel, context) },
    { id: 'test', title: 'Test page', draw: (panel) => showTrial(panel, context) },
    { id: 'jobs', title: 'Jobs', draw: (panel) => showJobs(panel, context), isFirstOfDevelopers: true },
    { id: 'requests', title: 'Requests', draw: (panel) => showRequests(panel, context) },
    { id: 'scenarios', title: 'Scenarios', draw: (panel) => showScenarios(panel, context) },
    { id: 'clock', title: 'Clock', draw: (panel) => showClock(panel, context) },
  ])
  const endTimeBar = beginTimeBar(live)
  leave = () => {
    endTabs()
    endTimeBar()
    live.end()
  }
  main.focus()
}

/** Removes all user data from the page. */
function forgetUser() {
  leave = () => {}
  for (const id of ['who', 'nav']) byId(id).hidden = true
  byId('email').textContent = ''
  for (const dialog of document.querySelectorAll('dialog')) dialog.close()
}

async function leaveHere() {
  enter(await post('/console/sign-out'))
  forgetForms()
  notice('You are signed out.')
}

beginTheme()
byId('sign-out').addEventListener('click', () => leaveHere().catch((error) => notice(error.message, { bad: true })))
onSignedOut(async () => {
  if (byId('who').hidden) return
  forgetForms()
  enter(await get('/console/session'))
  notice('Your session has expired. Sign in again.', { bad: true })
})
get('/console/session').then(enter, (error) => {
  main.querySelector('.loading').textContent = error.message
})
