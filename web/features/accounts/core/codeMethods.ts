import type { SignInMutation } from './operations.generated.ts'

/** How a code of signing in comes to a person, first how it comes now. */
export type SignInCodeMethod = SignInMutation['signIn']['codeMethods'][number]

const METHODS: readonly SignInCodeMethod[] = ['AUTHENTICATOR', 'SMS']

/** Those that the address of the sign-in page names, for a person who comes back from elsewhere (SSO-21). */
export const codeMethodsIn = (search: string): SignInCodeMethod[] => {
  const named = new URLSearchParams(search).get('code')?.split(',') ?? []
  return METHODS.filter((method) => named.includes(method))
}
