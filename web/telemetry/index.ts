import type { DataRouter } from 'react-router'
import type { Page } from '../graphql/page.ts'

/** Errors that are kept until the part that reports them has loaded. */
const MAX_EARLY = 20

let report: (error: unknown) => void = () => {}

/** Reports an error that the page has caught, where the operator has a service for that. */
export const reportError = (error: unknown): void => report(error)

/**
 * What is logged only (ERR-04): in the console and to the operator's service, and nothing of it is said on the screen.
 * @param what made by the caller, whose place in the script tells one report from another
 */
export function logOnly(what: unknown): void {
  console.error(what)
  reportError(what)
}

/**
 * Starts what the operator has set (SHELL-40): analytics, error reports. Without an address nothing is loaded, and
 * nobody else is contacted (SHELL-41).
 * @param router null on the sign-in page, which has none
 */
export function startTelemetry(page: Page, router: DataRouter | null): void {
  const { analyticsUrl, errorReportsUrl } = page.config
  if (analyticsUrl === null && errorReportsUrl === null) return
  const early: unknown[] = []
  if (errorReportsUrl !== null) {
    report = (error) => void (early.length < MAX_EARLY && early.push(error))
    window.addEventListener('error', ({ error }) => report(error))
    window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  }
  import('./telemetry.ts').then(
    ({ startAnalytics, createErrorReports }) => {
      if (analyticsUrl !== null) startAnalytics(analyticsUrl, page, router)
      if (errorReportsUrl === null) return
      report = createErrorReports(errorReportsUrl, page, router)
      for (const error of early.splice(0)) report(error)
    },
    // The page needs none of it.
    () => {},
  )
}
