import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App, report } from './App.tsx'
import { readPage } from './graphql/page.ts'
import { LoadsAhead } from './LoadsAhead.tsx'
import { ROUTES } from './routes.tsx'
import { startTelemetry } from './telemetry/index.ts'

const page = readPage(document)
// The same for scripts outside of the page's own, such as an operator's (SHELL-38).
window.helioroom = page

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element to render into')
const router = createBrowserRouter(ROUTES)
startTelemetry(page, router)
/** For whoever has to end the page again. */
export const root = createRoot(place, { onCaughtError: report })
root.render(
  <App page={page} router={router}>
    <LoadsAhead routes={ROUTES} />
  </App>,
)
