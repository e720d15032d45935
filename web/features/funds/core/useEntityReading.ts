import type { TypedDocumentNode } from '@apollo/client'
import { useEffect, useRef, useState } from 'react'
import { useMatch } from 'react-router'
import { type Reading, useReading } from '../../../graphql/useReading.ts'
import type { EntityOverviewFragment } from './operations.generated.ts'

/** What the page of a fund entity asks. */
interface EntityVariables {
  slug: string
  /** Slug of the page of the overview that is open; the first one without. */
  page?: string | null | undefined
  withOverview: boolean
}

/** An entity of which the overview has been asked, too, wherever the page has been there. */
type Entity = Partial<EntityOverviewFragment>

/** A fund entity, and how its reading goes. */
export interface EntityReading<Open> extends Reading<unknown> {
  readonly entity: Open | undefined
}

/**
 * Reads a fund entity for its page, in one request: header and gates, and on the overview its contents with the page
 * that is open. The bare address counts as the overview, to which it leads most people.
 * @param address of the entity's page
 */
export function useEntityReading<Data, Open extends Entity>(
  query: TypedDocumentNode<Data, EntityVariables>,
  { slug, address }: { slug: string; address: string },
  entityIn: (data: Data) => Open | null,
): EntityReading<Open> {
  const isBare = useMatch(address) !== null
  const overview = useMatch(`${address}/overview/:page?`)
  const isOverview = isBare || overview !== null
  const page = overview?.params.page ?? null
  const [asked, setAsked] = useState({ page, withOverview: isOverview })
  const reading = useReading(query, { slug, ...asked }, { keep: true })
  const entity = (reading.data && entityIn(reading.data)) ?? undefined
  // Without a page the first one has come, to which the address then leads. Other tabs ask for nothing anew.
  const isAsked =
    !isOverview ||
    (asked.withOverview &&
      (page === null ||
        page === asked.page ||
        (asked.page === null && !reading.stale && page === entity?.subpage?.slug)))
  if (!isAsked) setAsked({ page, withOverview: true })

  // Whoever goes to another tab sees what others have changed meanwhile, and whether the entity is still open to them.
  // The overview is read by itself where it has not been asked yet.
  const { refetch } = reading
  const tab = useMatch(`${address}/:tab/*`)?.params.tab ?? null
  const left = useRef({ tab, withOverview: asked.withOverview })
  useEffect(() => {
    const { tab: former, withOverview } = left.current
    if (former !== null && former !== tab && (!isOverview || withOverview)) refetch().catch(() => {})
    left.current = { tab, withOverview: asked.withOverview }
  }, [tab, isOverview, asked.withOverview, refetch])
  // What has gone meanwhile is not shown any more; what can't be reached just now is.
  return { ...reading, entity: reading.error?.code === 'NOT_FOUND' ? undefined : entity }
}
