import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { isNotFound } from './features/shell/RouteError.tsx'
import { PageProvider, readPage } from './graphql/page.ts'
import { createPageRouter } from './routes.tsx'
import { AppProviders } from './ui/index.ts'

/** Not-found is an answer, not a fault; everything else belongs in the log. */
function report(error: unknown) {
  if (!isNotFound(error)) console.error(error)
}

const page = readPage(document)
window.helioroom = page

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to render into')
createRoot(root, { onCaughtError: report }).render(
  <PageProvider value={page}>
    <AppProviders>
      <RouterProvider router={createPageRouter()} onError={report} />
    </AppProviders>
  </PageProvider>,
)
