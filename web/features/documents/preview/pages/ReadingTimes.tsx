import { useApolloClient } from '@apollo/client/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isRefused } from '../../../../graphql/errors.ts'
import { CHANGES_NOTHING } from '../../../../graphql/readings.ts'
import { PreviewNote } from '../PreviewNote.tsx'
import type { PageLayout } from '../pdf/pageLayout.ts'
import { RecordReadingDocument } from './operations.generated.ts'
import { createReadingClock, pagesInView, REPORT_MS } from './readingClock.ts'

/** Milliseconds between two looks at what is in view. */
const LOOK_MS = 1000
/** Pages of one report. */
const MAX_PAGES = 50
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const

interface ReadingTimesProps {
  openingId: string
  scroller: RefObject<HTMLElement | null>
  layout: PageLayout
  /** Told where a report is refused: the opening may be nobody's by now (VIEW-27). */
  onRefused: () => void
}

/** Reports how long pages are in view, and says so (PAGE-25, PAGE-27). */
export function ReadingTimes({ openingId, scroller, layout, onRefused }: ReadingTimesProps) {
  const client = useApolloClient()
  const inView = useEffectEvent(() => {
    const element = scroller.current
    return element ? pagesInView(layout, element.scrollTop, element.clientHeight) : []
  })
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    const clock = createReadingClock(() => performance.now())
    const look = () => clock.look(inView(), document.hidden)
    const report = () => {
      look()
      const pages = clock.take().slice(0, MAX_PAGES)
      if (pages.length === 0) return
      client
        .mutate({
          mutation: RecordReadingDocument,
          variables: { openingId, pages },
          fetchPolicy: 'no-cache',
          // What is reported on leaving goes out although the page is left.
          context: { ...CHANGES_NOTHING, fetchOptions: { keepalive: true } },
        })
        // Nobody is disturbed by what could not be counted.
        .catch((error: unknown) => isRefused(error) && refused())
    }
    const left = () => document.hidden && report()
    const looking = setInterval(look, LOOK_MS)
    const reporting = setInterval(report, REPORT_MS)
    const element = scroller.current
    for (const sign of SIGNS) document.addEventListener(sign, clock.active, { passive: true })
    element?.addEventListener('scroll', clock.active, { passive: true })
    // What was in view until the tab was hidden was read.
    document.addEventListener('visibilitychange', left)
    window.addEventListener('pagehide', report)
    return () => {
      clearInterval(looking)
      clearInterval(reporting)
      for (const sign of SIGNS) document.removeEventListener(sign, clock.active)
      element?.removeEventListener('scroll', clock.active)
      document.removeEventListener('visibilitychange', left)
      window.removeEventListener('pagehide', report)
      report()
    }
  }, [client, openingId, scroller])
  return <PreviewNote>Reading times are recorded for the administrators of this room.</PreviewNote>
}
