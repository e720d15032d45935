import type DataLoader from 'dataloader'
import type { PerRequest } from '../../../access/context.ts'
import type { DocumentNode } from './nodes.ts'
import type { Tally } from './tallies.ts'

/** What lies below folders, read together for all that a request asks for. */
export type TallyLoader = PerRequest<DataLoader<DocumentNode, Tally>>
