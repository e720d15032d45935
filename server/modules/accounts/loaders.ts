import DataLoader from 'dataloader'
import type { Actor } from '../../access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { administeredAmong, type CompanyRow, companiesByIds, type PersonRow, personsByIds } from './store.ts'

/** What a request asks about persons, each kind in one query for the whole answer. */
export interface AccountLoaders {
  person: DataLoader<string, PersonRow | null>
  company: DataLoader<string, CompanyRow | null>
  /** By person: whether the actor administers an organisation that the person is in. */
  administered: DataLoader<string, boolean>
  /** By person: whether the person is the deal manager of an entity that the actor may open. */
  managesInView: DataLoader<string, boolean>
}

export interface AccountLoaderDeps {
  db: Database
  /** Asked when needed, since signing in changes the answer in the middle of a request. */
  actor: () => Actor
  /** Comes from the funds module, which knows what the actor may open; in the order of the ids. */
  managersInView: (actor: Actor, personIds: readonly string[]) => Promise<boolean[]>
}

/** Loaders for one request. */
export const createAccountLoaders = ({ db, actor, managersInView }: AccountLoaderDeps): AccountLoaders => ({
  person: new DataLoader((ids) => personsByIds(db, ids)),
  company: new DataLoader((ids) => companiesByIds(db, ids)),
  administered: new DataLoader((ids) => administeredAmong(db, actor(), ids)),
  managesInView: new DataLoader((ids) => managersInView(actor(), ids)),
})
