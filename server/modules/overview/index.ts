import type { Term } from '../../../shared/finding/search.ts'
import type { Actor } from '../../access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FoundPart } from '../../platform/finding/index.ts'
import type { Files } from '../files/index.ts'
import type { Funds } from '../funds/index.ts'
import type { OpenEntity } from './entities.ts'
import { type NetYieldRow, netYieldsOf, type OperatingRow, operatingStatsOf } from './figures.ts'
import { findPages } from './finding.ts'
import { createMedia, type MediaLibrary } from './media.ts'
import { createPages, type Pages } from './pages.ts'
import { knowsOverview, seesOverview } from './policy.ts'
import { createTimelines, type Timelines } from './timelines.ts'

export type { NetYieldRow, OperatingRow } from './figures.ts'
export { type FilledOverview, fillOverview } from './filling.ts'
export type { Media } from './media.ts'
export type { SubpageRow } from './pageStore.ts'
export type { MilestoneRow } from './timelineStore.ts'
export type { Timeline } from './timelines.ts'

/** What the overview of a fund entity shows: pages, their images, timelines and figures. */
export interface Overview {
  pages: Pages
  media: MediaLibrary
  timelines: Timelines
  /** Pages of an organisation's overviews that the actor sees, by title and text (FIND-14). */
  find(
    actor: Actor,
    asked: { organisationId: string; terms: readonly Term[] },
    page: { limit: number; offset: number },
  ): Promise<FoundPart>
  /** For a loader, in the order of the entities, which the actor may open; none without OVERVIEW_VIEW. */
  netYields(actor: Actor, entities: readonly OpenEntity[]): Promise<NetYieldRow[][]>
  /** For a loader, in the order of the entities, which the actor may open; null of a room that is not open yet (STAGE-02). */
  operatingStats(actor: Actor, entities: readonly OpenEntity[]): Promise<(OperatingRow | null)[]>
}

export function createOverview(db: Database, funds: Funds, files: Files): Overview {
  const pages = createPages(db, funds)
  return {
    pages,
    media: createMedia(db, files, pages),
    timelines: createTimelines(db, funds),
    find: (actor, asked, page) => findPages({ db, funds }, actor, asked, page),
    netYields: async (actor, entities) => {
      const seen = entities.filter(({ place }) => seesOverview(actor, place)).map(({ id }) => id)
      const rows = seen.length === 0 ? [] : await netYieldsOf(db, seen)
      return entities.map(({ id }) => rows.filter(({ entityId }) => entityId === id))
    },
    operatingStats: async (actor, entities) => {
      const known = entities.filter(({ place }) => knowsOverview(actor, place)).map(({ id }) => id)
      const rows = known.length === 0 ? [] : await operatingStatsOf(db, known)
      return entities.map(({ id }) => rows.find(({ entityId }) => entityId === id) ?? null)
    },
  }
}
