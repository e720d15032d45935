import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { CHALLENGE_MS } from './passkeyChallenge.ts'
import type { StoredPasskey } from './passkeyStore.ts'
import type { RelyingParty } from './relyingParty.ts'

/** COSE's numbers of ES256, EdDSA and RS256 (KEY-03). */
const ALGORITHMS = [-7, -8, -257]

/** Some 200 ms of a start, for what most starts of the server never need. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

interface Registering {
  party: RelyingParty
  challenge: Buffer
  person: { id: string; email: string; fullName: string }
  /** Those that the person has already. */
  known: readonly { id: string; transports: string[] }[]
}

/** What the browser makes a passkey by, as JSON (KEY-03). */
export async function creationOptions({ party, challenge, person, known }: Registering): Promise<string> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Helioroom',
    rpID: party.id,
    userID: bytesOf(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.fullName,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: [...known],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return JSON.stringify(options)
}

/** What the browser signs in by, as JSON: by any passkey that it knows of this product. */
export async function requestOptions(party: RelyingParty, challenge: Buffer): Promise<string> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
  return JSON.stringify(options)
}

interface Expected {
  party: RelyingParty
  /** In base64url; one that was used for this answer. */
  challenge: string
}

/**
 * Attestations with certificates are refused before anybody reads these: none was asked for, and their checking would ask
 * addresses that the certificates name.
 */
async function hasCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const attestation = decodeAttestationObject(bytesOf(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined)
}

/** The new passkey, where the answer proves right (KEY-08); else null. */
export async function checkRegistration(
  response: RegistrationResponseJSON,
  { party, challenge }: Expected,
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (await hasCertificates(response)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return verified ? registrationInfo.credential : null
  } catch {
    // The library throws for each thing that is wrong with an answer, also for bytes that can't be read.
    return null
  }
}

/** The counter that was signed, where the answer proves right (KEY-08); else null. Whether it went back is not asked. */
export async function checkAssertion(
  response: AuthenticationResponseJSON,
  passkey: Pick<StoredPasskey, 'credentialId' | 'publicKey'>,
  { party, challenge }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library would look at the counter before the signature: anybody could have a passkey switched off.
      credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
