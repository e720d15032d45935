import type { TypedDocumentNode } from '@apollo/client'
import { useState } from 'react'
import { useReading } from '../../../graphql/useReading.ts'
import type { Sort } from '../../../ui/index.ts'

/** Rows that a table loads at a time (ANA-15). */
const ANALYTICS_PAGE = 25

/** What is common to a page of any of the three tables. */
export interface AnalyticsPageOf<Row> {
  count: number
  rows: Row[]
}

/** What is counted of the uses; nothing given, all of them. */
export interface UseFilter {
  since?: string
  companyId?: string
  userId?: string
}

interface AnalyticsVariables extends UseFilter {
  treeId: string
  limit: number
  offset: number
  ordering: string
  [name: string]: unknown
}

/** The query of one of the tables. */
export type AnalyticsQuery<Page> = TypedDocumentNode<{ page: Page }, AnalyticsVariables>

export interface Analytics<Page> {
  /**
   * The rows loaded so far in this order, with the figures of all. While the first are on their way, those of the order
   * before; undefined where there are none.
   */
  readonly page: Page | undefined
  /** The rows stand in the order before. */
  readonly stale: boolean
  readonly failed: boolean
  readonly retry: () => void
  /** Undefined when all rows are there (ANA-07). */
  readonly loadMore: (() => void) | undefined
  readonly loadingMore: boolean
}

/** A column's name in the API, with a minus before it for descending. */
const orderingOf = ({ key, direction }: Sort): string => (direction === 'desc' ? `-${key}` : key)

/** One of the tables in an order; the cache keeps what was loaded for each order and tree (ANA-06, ANA-14). */
export function useAnalytics<Page extends AnalyticsPageOf<unknown>>(
  query: AnalyticsQuery<Page>,
  treeId: string,
  filter: UseFilter,
  sort: Sort,
): Analytics<Page> {
  const ordering = orderingOf(sort)
  const asked = JSON.stringify([ordering, filter])
  const {
    data,
    stale: isBefore,
    error,
    fetchMore,
  } = useReading(query, { treeId, ...filter, ordering, limit: ANALYTICS_PAGE, offset: 0 }, { keep: true })
  const [further, setFurther] = useState<{ asked: string; state: 'busy' | 'failed' }>()
  const state = further?.asked === asked ? further.state : undefined
  // Of another order; what fails takes its rows along, as they are no answer to it.
  const stale = isBefore && !error
  const page = isBefore && error ? undefined : data?.page
  const current = stale ? undefined : page
  const loaded = page?.rows.length ?? 0
  const loadMore = () => {
    setFurther({ asked, state: 'busy' })
    fetchMore({ offset: loaded }).then(
      () => setFurther((now) => (now?.asked === asked ? undefined : now)),
      () => setFurther((now) => (now?.asked === asked ? { asked, state: 'failed' } : now)),
    )
  }
  return {
    page,
    stale,
    failed: error !== undefined || state === 'failed',
    retry: () => {
      if (error) error.onRetry()
      else loadMore()
    },
    loadMore: current && loaded < current.count ? loadMore : undefined,
    loadingMore: state === 'busy',
  }
}
