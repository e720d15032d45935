import { z } from 'zod'

/** Characters of an answer that is looked at: what browsers send has some thousand. */
const MAX_LENGTH = 20_000
/** Bytes of a credential's id, at most (WebAuthn 2, 5.8.3), in base64url. */
const MAX_ID = 1364

const base64url = z.string().regex(/^[\w-]*$/)
const credentialId = z
  .string()
  .regex(/^[\w-]+$/)
  .max(MAX_ID)
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }
/** Nothing is asked of extensions. */
const clientExtensionResults = z
  .unknown()
  .optional()
  .transform(() => ({}))

const registration = z.object({
  ...common,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // Kept for the browser alone; one that it has made up since is no reason to refuse the passkey.
    transports: z
      .array(z.string())
      .optional()
      .transform((given) => TRANSPORTS.filter((each) => given?.includes(each))),
  }),
})

const assertion = z.object({
  ...common,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
})

const clientData = z.object({ challenge: base64url, crossOrigin: z.boolean().optional() })

function parsed<Answer>(schema: z.ZodType<Answer>, text: string): Answer | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** What the browser has signed, with the challenge that it names. */
export interface PasskeyAnswer<Response> {
  response: Response
  /** In base64url. */
  challenge: string
}

function answerOf<Response extends { response: { clientDataJSON: string } }>(
  schema: z.ZodType<Response>,
  text: string,
): PasskeyAnswer<Response> | null {
  const response = text.length > MAX_LENGTH ? null : parsed(schema, text)
  if (!response) return null
  const data = parsed(clientData, Buffer.from(response.response.clientDataJSON, 'base64url').toString())
  // No page of another site frames ours.
  return data && !data.crossOrigin ? { response, challenge: data.challenge } : null
}

/** The answer of navigator.credentials.create; null for what no browser sends. */
export const registrationOf = (text: string): PasskeyAnswer<z.infer<typeof registration>> | null =>
  answerOf(registration, text)

/** The answer of navigator.credentials.get by a discoverable passkey; null for what no browser sends. */
export const assertionOf = (text: string): PasskeyAnswer<z.infer<typeof assertion>> | null =>
  answerOf(assertion, text)
