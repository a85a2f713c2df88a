import { oneAnswerRule } from '../../runner/judging/witnesses.ts'

/** The client writes a recipe wherever a key stood in an answer, with the encoding in which it stood there. */
const FULL_KEY = /\{\{(A2|A|B|R)(, [^}]*)?\}\}/

export const keyNeverShown = oneAnswerRule({
  id: 'auth.no-answer-shows-a-key',
  clause: 'auth.key-never-shown',
  suite: 'auth',
  title: 'shows a full key in no answer, neither in a header nor in a body',
  unseen: 'no answer came',
  inspect({ answer }) {
    if (!answer) return undefined
    const inBody = FULL_KEY.exec(answer.body)
    if (inBody) return { expected: 'no full key in the body', received: `a body with ${inBody[0]}` }
    const header = answer.headers.find(([name, value]) => FULL_KEY.test(name) || FULL_KEY.test(value))
    if (header) return { expected: 'no full key in the headers', received: `${header[0]}: ${header[1]}` }
    return 'kept'
  },
})
