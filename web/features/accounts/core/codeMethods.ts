import type { SignInMutation } from './operations.generated.ts'

/** How a code of signing in comes to a person, first how it comes now. */
export type SignInCodeMethod = SignInMutation['signIn']['codeMethods'][number]
