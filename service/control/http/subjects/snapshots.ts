import { AT_THE_START } from '../../snapshots.ts'
import { conflict, notFound } from '../problem.ts'
import { fields, listOf, nameOf, type Route, record, type Schemas } from '../route.ts'

/** Each holds the whole state in memory. */
const AT_MOST = 100

const name = nameOf('What it is called.')

export const snapshotSchemas: Schemas = {
  Snapshots: record({ snapshots: listOf({ type: 'string' }) }),
  SnapshotName: fields({ name }, ['name']),
  Reset: fields({ name }),
  WasReset: record({ name: { type: 'string', description: 'The snapshot that the service is at again.' } }),
}

export const snapshotRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/snapshots',
    id: 'listSnapshots',
    tag: 'Snapshots',
    summary: 'All snapshots',
    about: `\`${AT_THE_START}\` is there from the start, unless the service keeps its state in a file.`,
    answer: { about: 'Their names, in the order in which they were first taken.', schema: 'Snapshots' },
    act: ({ hands }) => ({ snapshots: hands.snapshots.names() }),
  },
  {
    method: 'POST',
    path: '/snapshots',
    id: 'takeSnapshot',
    tag: 'Snapshots',
    summary: 'Take a snapshot',
    about: 'Of accounts, keys, jobs and the time. An earlier one of the same name makes room.',
    body: { schema: 'SnapshotName', about: 'What to call it.' },
    answer: { status: 201, about: 'All there are now.', schema: 'Snapshots' },
    refusals: { 409: `It would take the place of \`${AT_THE_START}\`, or there are ${AT_MOST} already.` },
    act: ({ hands: { snapshots }, body }) => {
      const { name } = body as { name: string }
      if (name === AT_THE_START) throw conflict(`${AT_THE_START} is how the service began, and stays so`)
      const names = snapshots.names()
      if (!names.includes(name) && names.length >= AT_MOST) throw conflict(`there are ${AT_MOST} snapshots already`)
      snapshots.take(name)
      return { snapshots: snapshots.names() }
    },
  },
  {
    method: 'POST',
    path: '/reset',
    id: 'reset',
    tag: 'Snapshots',
    summary: 'Go back to the start, or to a snapshot',
    about:
      'What scenarios have counted is forgotten, and so is the journal; what is played goes on from its beginning.',
    body: { schema: 'Reset', about: 'To which; to the start, unless said.', mayBeLeftOut: true },
    answer: { about: 'It is done.', schema: 'WasReset' },
    refusals: { 404: 'No snapshot is called so.' },
    act: ({ hands: { snapshots }, body }) => {
      const { name = AT_THE_START } = body as { name?: string }
      if (!snapshots.names().includes(name)) throw notFound(`no snapshot is called ${name}`)
      snapshots.reset(name)
      return { name }
    },
  },
]
