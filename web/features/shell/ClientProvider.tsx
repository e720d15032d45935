import { ApolloProvider } from '@apollo/client/react'
import { type ReactNode, useEffect, useState } from 'react'
import { createClient } from '../../graphql/client.ts'
import { CONNECTION_LOST } from '../../graphql/errors.ts'
import { ViewerDocument } from '../../graphql/operations.generated.ts'
import { usePage } from '../../graphql/page.ts'
import { createSession, SessionProvider } from '../../graphql/session.ts'
import { goToSignIn } from '../../graphql/signedOut.ts'
import { unsavedInPage, useToast } from '../../ui/index.ts'

/** The page's GraphQL client and its session; says by a toast that the connection is lost (ERR-08). */
export function ClientProvider({ children }: { children: ReactNode }) {
  const toast = useToast()
  const { user, view, viewer } = usePage()
  const [{ client, session }] = useState(() => {
    const session = user && createSession(user.id, { viewId: view?.id ?? null })
    const made = createClient({
      session,
      isUnsaved: () => unsavedInPage()?.isUnsaved() ?? false,
      onSignedOut: () => goToSignIn(),
      // What is typed and not sent stands in the way of a reload by the browser's own question.
      onOutdated: () => window.location.reload(),
      onConnectionLost: () => toast.error(CONNECTION_LOST),
    })
    // The shell asks for this. Where the page doesn't carry it, it is on its way while the page's script still loads.
    if (viewer) made.writeQuery({ query: ViewerDocument, data: viewer })
    else if (user) made.query({ query: ViewerDocument }).catch(() => {})
    return { client: made, session }
  })
  useEffect(() => session?.close, [session])
  return (
    <SessionProvider value={session}>
      <ApolloProvider client={client}>{children}</ApolloProvider>
    </SessionProvider>
  )
}
