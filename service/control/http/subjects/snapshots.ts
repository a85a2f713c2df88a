import { AT_THE_START } from '../../snapshots.ts'
import { conflict, notFound } from '../problem.ts'
import { fields, listOf, nameOf, type Route, record, type Schemas } from '../route.ts'

/** Each holds the whole state in memory. */
const AT_MOST = 100

const name = nameOf('Name of the snapshot.')

export const snapshotSchemas: Schemas = {
  Snapshots: record({ snapshots: listOf({ type: 'string' }) }),
  SnapshotName: fields({ name }, ['name']),
  Reset: fields({ name }),
  WasReset: record({ name: { type: 'string', description: 'The restored snapshot.' } }),
}

export const snapshotRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/snapshots',
    id: 'listSnapshots',
    tag: 'Snapshots',
    summary: 'All snapshots',
    about: `\`${AT_THE_START}\` exists from the start, unless the service stores its state in a file.`,
    answer: { about: 'Names in order of creation.', schema: 'Snapshots' },
    act: ({ hands }) => ({ snapshots: hands.snapshots.names() }),
  },
  {
    method: 'POST',
    path: '/snapshots',
    id: 'takeSnapshot',
    tag: 'Snapshots',
    summary: 'Take a snapshot',
    about: 'Contains accounts, keys, jobs and the time. Replaces an earlier snapshot of the same name.',
    body: { schema: 'SnapshotName', about: 'Name of the snapshot.' },
    answer: { status: 201, about: 'All snapshots.', schema: 'Snapshots' },
    refusals: { 409: `It would replace \`${AT_THE_START}\`, or there are already ${AT_MOST} snapshots.` },
    act: ({ hands: { snapshots }, body }) => {
      const { name } = body as { name: string }
      if (name === AT_THE_START) throw conflict(`${AT_THE_START} is the initial state and cannot be replaced`)
      const names = snapshots.names()
      if (!names.includes(name) && names.length >= AT_MOST) throw conflict(`there are already ${AT_MOST} snapshots`)
      snapshots.take(name)
      return { snapshots: snapshots.names() }
    },
  },
  {
    method: 'POST',
    path: '/reset',
    id: 'reset',
    tag: 'Snapshots',
    summary: 'Restore the initial state or a snapshot',
    about: 'Clears the journal and the counters of scenarios. Active scenarios start again.',
    body: { schema: 'Reset', about: 'Name of the snapshot (default: the initial state).', mayBeLeftOut: true },
    answer: { about: 'The snapshot is restored.', schema: 'WasReset' },
    refusals: { 404: 'Unknown snapshot.' },
    act: ({ hands: { snapshots }, body }) => {
      const { name = AT_THE_START } = body as { name?: string }
      if (!snapshots.names().includes(name)) throw notFound(`unknown snapshot ${name}`)
      snapshots.reset(name)
      return { name }
    },
  },
]
