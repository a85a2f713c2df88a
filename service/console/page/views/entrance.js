import { post } from '../parts/api.js'
import { h, redraw } from '../parts/dom.js'
import { field, whenSent } from '../parts/forms.js'

const SIGN_IN = {
  title: 'Sign in',
  text: 'Create API keys, submit test jobs and watch your client’s requests.',
  verb: 'Sign in',
  path: '/console/sign-in',
  password: 'current-password',
  other: ['New here?', 'Create an account'],
}
const SIGN_UP = {
  title: 'Create an account',
  text: 'The account exists only in this service. No e-mail is sent, so you can use any address.',
  verb: 'Create account',
  path: '/console/sign-up',
  password: 'new-password',
  other: ['Already have an account?', 'Sign in'],
}

/** Sign-in or sign-up form; calls `enter` with the new session. */
export function showEntrance(main, { shortestPassword, baseUrl }, enter, way = SIGN_IN) {
  const isNew = way === SIGN_UP
  const form = h(
    'form',
    {},
    field({ label: 'E-mail', name: 'email', type: 'email', autocomplete: 'username', required: true }),
    field({
      label: 'Password',
      name: 'password',
      type: 'password',
      autocomplete: way.password,
      required: true,
      hint: isNew ? `At least ${shortestPassword} characters, for example several unrelated words.` : undefined,
    }),
    h('button', { class: 'main' }, way.verb),
  )
  whenSent(form, async (fields) => enter(await post(way.path, fields)))
  const turn = () => {
    showEntrance(main, { shortestPassword, baseUrl }, enter, isNew ? SIGN_IN : SIGN_UP)
    main.querySelector('input').focus()
  }
  const [question, other] = way.other
  redraw(
    main,
    h(
      'section',
      { class: 'entrance finder', 'aria-labelledby': 'entrance' },
      h('h1', { id: 'entrance' }, way.title),
      h('p', {}, way.text),
      form,
      h(
        'p',
        { class: 'other small' },
        question,
        h('button', { type: 'button', class: 'quiet slim', onclick: turn }, other),
      ),
      h('p', { class: 'faint small' }, 'Base URL of the service: ', h('code', {}, baseUrl)),
    ),
  )
}
