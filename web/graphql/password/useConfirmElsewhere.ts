import { ssoConfirmAddress } from '../../addresses.ts'
import { usePage } from '../page.ts'
import { useReading } from '../useReading.ts'
import { OwnSignInMethodDocument } from './operations.generated.ts'

/**
 * Where the person's own firm signs them in, a fresh sign-in there does instead of the password (KEY-02); undefined
 * where none does.
 * @param next where the provider leads back to
 */
export function useConfirmElsewhere(next: string): { name: string; address: string } | undefined {
  const { user } = usePage()
  const method = useReading(OwnSignInMethodDocument, { email: user?.email ?? '' }).data?.signInMethod
  return method?.connectionId
    ? { name: method.connectionName ?? '', address: ssoConfirmAddress(method.connectionId, next) }
    : undefined
}
