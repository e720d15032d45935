import { ApolloProvider } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { createClient } from '../../graphql/client.ts'
import { CONNECTION_LOST } from '../../graphql/errors.ts'
import { goToSignIn } from '../../graphql/signedOut.ts'
import { useToast } from '../../ui/index.ts'

/** The page's GraphQL client; says by a toast that the connection is lost (ERR-08), and leaves when signed out. */
export function ClientProvider({ children }: { children: ReactNode }) {
  const toast = useToast()
  const [client] = useState(() =>
    createClient({ onSignedOut: () => goToSignIn(), onConnectionLost: () => toast.error(CONNECTION_LOST) }),
  )
  return <ApolloProvider client={client}>{children}</ApolloProvider>
}
