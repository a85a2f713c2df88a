import './library/node-version.ts'

export {
  type Body,
  type Endpoint,
  type Interactions,
  interactions,
  type ReadyMade,
  type Shown,
} from './library/pact.ts'
