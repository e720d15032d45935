import type DataLoader from 'dataloader'
import type { PerRequest } from '../../../contracts/context.ts'
import type { DocumentNode } from './nodes.ts'
import type { Tally } from './tallies.ts'

/** Counts below folders, loaded in one batch for a request. */
export type TallyLoader = PerRequest<DataLoader<DocumentNode, Tally>>
