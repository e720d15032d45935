import { HOME } from '../../../addresses.ts'
import type { Problem } from '../../../graphql/errors.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { AcceptInvitationDocument, type AcceptInvitationMutationVariables } from './operations.generated.ts'

/** Accepts an invitation, and reloads the product for whoever is signed in then; returns why it was refused. */
export function useAccept() {
  const { attempt } = useAction(AcceptInvitationDocument, { context: SIGNS_IN })
  return async (given: AcceptInvitationMutationVariables): Promise<Problem | undefined> => {
    const { refusal } = await attempt(given)
    if (!refusal) window.location.assign(HOME)
    return refusal
  }
}
