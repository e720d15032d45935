import { slugOf } from '../../../shared/slugs.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type OpenEntity, ownerOf } from './entities.ts'
import type { NetYieldRow, OperatingRow } from './figures.ts'
import { insertPage, updatePage } from './pageStore.ts'
import { insertMilestone, insertTimeline, type MilestoneTexts } from './timelineStore.ts'

/** An overview as it is written immediately, for the demo. */
export interface FilledOverview {
  pages: readonly {
    title: string
    /** Markdown; `{timeline}` stands for the id of the timeline. */
    description: string
    restricted?: boolean
    groupIds?: readonly string[]
  }[]
  timeline?: { name: string; milestones: readonly MilestoneTexts[] }
  netYields?: readonly Omit<NetYieldRow, 'id' | 'entityId'>[]
  stats?: Omit<OperatingRow, 'entityId'>
}

/** Writes pages, a timeline and figures of an entity that has none yet. @param by who has written the pages */
export async function fillOverview(
  tx: Tx,
  place: OpenEntity['place'],
  by: string,
  { pages, timeline, netYields = [], stats }: FilledOverview,
): Promise<void> {
  const id = place.kind === 'portfolio' ? place.portfolioId : place.holdingCompanyId
  const entity: OpenEntity = { id, place, principals: 'GROUP' }
  const timelineId = timeline ? await insertTimeline(tx, entity, timeline.name) : ''
  for (const [at, texts] of (timeline?.milestones ?? []).entries())
    await insertMilestone(tx, timelineId, at, texts)
  for (const [position, { title, description, restricted = false, groupIds = [] }] of pages.entries()) {
    const pageId = await insertPage(tx, entity, { slug: slugOf(title), title, position, restricted })
    await updatePage(
      tx,
      pageId,
      { description: description.replaceAll('{timeline}', timelineId), groupIds },
      by,
    )
  }
  const { portfolio_id, holding_company_id } = ownerOf(place)
  if (netYields.length > 0) {
    await tx
      .insertInto('net_yield')
      .values(
        netYields.map(({ year, actualEnergy, p50, p90 }) => ({
          id: newId(),
          portfolio_id,
          holding_company_id,
          year,
          actual_energy: actualEnergy,
          p50,
          p90,
        })),
      )
      .execute()
  }
  if (stats) {
    await tx
      .insertInto('operating_stats')
      .values({
        entity_id: id,
        portfolio_id,
        holding_company_id,
        start_date: stats.startDate,
        actual_revenue: stats.actualRevenue,
        forecast_revenue: stats.forecastRevenue,
        actual_expenses: stats.actualExpenses,
        forecast_expenses: stats.forecastExpenses,
        actual_production: stats.actualProduction,
        forecast_production: stats.forecastProduction,
      })
      .execute()
  }
}
