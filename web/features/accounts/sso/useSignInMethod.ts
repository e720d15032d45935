import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { isEmail, normaliseEmail } from '../../../../shared/accountRules.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { SignInMethodDocument, type SignInMethodQuery } from './operations.generated.ts'

export type SignInMethod = SignInMethodQuery['signInMethod']

/** Milliseconds without a change of the domain before it is asked for. */
const DELAY = 250

/** The domain of an e-mail that is typed whole; empty before. */
const domainIn = (text: string): string => {
  const email = normaliseEmail(text)
  return isEmail(email) ? email.slice(email.lastIndexOf('@') + 1) : ''
}

/**
 * How the people of an e-mail's domain sign in (SSO-05); null where they do by a password, and until it is known. The
 * server is told the domain alone. While the form is being sent nothing is asked: the answer to a sign-in replaces the
 * token that a call beside it would carry, and that call would be refused.
 */
export function useSignInMethod(email: string, isSending = false): SignInMethod | null {
  const client = useApolloClient()
  const domain = domainIn(email)
  const [found, setFound] = useState<{ domain: string; method: SignInMethod }>()
  useEffect(() => {
    if (domain === '' || isSending) return
    let isCurrent = true
    const timer = setTimeout(() => {
      client
        .query({ query: SignInMethodDocument, variables: { email: `people@${domain}` }, context: SIGNS_IN })
        .then(
          ({ data }) => {
            if (isCurrent && data) setFound({ domain, method: data.signInMethod })
          },
          // A password is asked for, which says what is wrong.
          () => {},
        )
    }, DELAY)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, domain, isSending])
  return found?.domain === domain && found.method.connectionId !== null ? found.method : null
}
