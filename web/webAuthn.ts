/** What the browser does with passkeys: bytes come and go as JSON with base64url, as the server has them. */

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const textOf = (buffer: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

interface Known {
  id: string
  type: 'public-key'
  transports?: AuthenticatorTransport[]
}

type CreationJson = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials: Known[]
}
type RequestJson = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
}

/** Why there is no passkey: the person or the browser wanted none, or this device has one of the account already. */
export type NoPasskey = 'cancelled' | 'known' | 'failed'

/** What the browser answers, as JSON for the server; or why it doesn't. */
type Answered = { readonly response: string } | { readonly none: NoPasskey }

const ENDINGS: Readonly<Record<string, NoPasskey>> = {
  AbortError: 'cancelled',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'known',
}

async function answered(
  asked: Promise<Credential | null>,
  read: (credential: PublicKeyCredential) => object,
): Promise<Answered> {
  try {
    const credential = (await asked) as PublicKeyCredential | null
    if (!credential) return { none: 'cancelled' }
    const { id, rawId, type } = credential
    const response = read(credential)
    return {
      response: JSON.stringify({ id, rawId: textOf(rawId), type, response, clientExtensionResults: {} }),
    }
  } catch (error) {
    return { none: ENDINGS[error instanceof DOMException ? error.name : ''] ?? 'failed' }
  }
}

/** Has the browser make a passkey. @param options as startPasskey gives them */
export function createPasskey(options: string): Promise<Answered> {
  const { challenge, user, excludeCredentials, ...rest } = JSON.parse(options) as CreationJson
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map((known) => ({ ...known, id: bytesOf(known.id) })),
  }
  return answered(navigator.credentials.create({ publicKey }), ({ response }) => {
    const made = response as AuthenticatorAttestationResponse
    return {
      clientDataJSON: textOf(made.clientDataJSON),
      attestationObject: textOf(made.attestationObject),
      // Extensions that stand in for an authenticator leave it out.
      transports: made.getTransports?.() ?? [],
    }
  })
}

/**
 * Has the browser sign by one of the passkeys that it knows of this product.
 * @param options as startPasskeySignIn gives them
 * @param how `conditional` waits until the person chooses one in the field Email, and asks nothing
 */
export function askPasskey(
  options: string,
  how: { mediation: 'conditional' | 'required'; signal: AbortSignal },
): Promise<Answered> {
  const { challenge, ...rest } = JSON.parse(options) as RequestJson
  const publicKey = { ...rest, challenge: bytesOf(challenge) }
  return answered(navigator.credentials.get({ ...how, publicKey }), ({ response }) => {
    const signed = response as AuthenticatorAssertionResponse
    return {
      clientDataJSON: textOf(signed.clientDataJSON),
      authenticatorData: textOf(signed.authenticatorData),
      signature: textOf(signed.signature),
      userHandle: signed.userHandle && textOf(signed.userHandle),
    }
  })
}

/** Whether the browser lists passkeys in a field (KEY-05). */
export const listsInFields = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
