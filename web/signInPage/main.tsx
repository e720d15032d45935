import { ApolloProvider } from '@apollo/client/react'
import { createRoot } from 'react-dom/client'
import { SignInPage } from '../features/accounts/SignInPage.tsx'
import { LegalLinks } from '../features/shell/LegalLinks.tsx'
import { problemOfError } from '../graphql/errors.ts'
import { PageProvider, readPage } from '../graphql/page.ts'
import { logOnly, startTelemetry } from '../telemetry/index.ts'
import { Look } from '../ui/index.ts'
import { createSignInClient } from './client.ts'
import { Notices } from './Notices.tsx'

/*
 * The sign-in page as somebody opens it who is not signed in: what it shows and sends, without the router, the shell and the
 * store of the other pages.
 */

const page = readPage(document)
window.helioroom = page

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element to render into')
startTelemetry(page, null)
createRoot(place, { onCaughtError: logOnly }).render(
  <PageProvider value={page}>
    <Look failures={{ problemOf: problemOfError, log: logOnly }}>
      <ApolloProvider client={createSignInClient()}>
        <Notices>
          <SignInPage foot={<LegalLinks />} />
        </Notices>
      </ApolloProvider>
    </Look>
  </PageProvider>,
)
