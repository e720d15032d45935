import type { ReactNode } from 'react'
import { type DataRouter, RouterProvider } from 'react-router'
import { ClientProvider } from './features/shell/ClientProvider.tsx'
import { isNotFound } from './features/shell/RouteError.tsx'
import { SessionGuard } from './features/shell/SessionGuard.tsx'
import { UpdateNotice } from './features/shell/UpdateNotice.tsx'
import { problemOfError } from './graphql/errors.ts'
import { type Page, PageProvider } from './graphql/page.ts'
import { logOnly } from './telemetry/index.ts'
import { AppProviders, lazily } from './ui/index.ts'

const SignInAgainDialog = lazily(
  async () => (await import('./features/accounts/SignInAgainDialog.tsx')).SignInAgainDialog,
)

/** Not-found is an answer, not a fault; everything else belongs in the log, and to whom the operator has it reported. */
export function report(error: unknown) {
  if (isNotFound(error)) return
  logOnly(error)
}

/** What forms say of an error, and where it is logged. */
const FAILURES = { problemOf: problemOfError, log: report }

interface AppProps {
  page: Page
  router: DataRouter
  /** What works beside the pages, with their client. */
  children?: ReactNode
}

/** The product on what its page carries, at the router's address. */
export function App({ page, router, children }: AppProps) {
  return (
    <PageProvider value={page}>
      <AppProviders failures={FAILURES}>
        <ClientProvider>
          <RouterProvider router={router} onError={report} />
          <UpdateNotice />
          {children}
          <SessionGuard signIn={SignInAgainDialog} />
        </ClientProvider>
      </AppProviders>
    </PageProvider>
  )
}
