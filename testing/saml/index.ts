import https from 'node:https'
import samlp from 'samlp'
import { makeCertificate } from '../certificate.ts'
import { trust } from '../oidc/index.ts'

export interface TestSamlProvider {
  entityId: string
  /** Of its server. */
  cert: string
  /** By which it signs. */
  signing: { key: string; cert: string }
  metadataUrl: string
  metadata(): Promise<string>
  /** Signs in as whoever has that e-mail. @param address where the product has led @returns the form that it sends back */
  signIn(address: string, email: string): Promise<{ to: string; form: URLSearchParams }>
  close(): Promise<void>
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'

/** Who somebody is there: the same subject for one e-mail. */
const profileOf = (email: string) => ({
  getClaims: () => ({
    [`${CLAIMS}emailaddress`]: email,
    [`${CLAIMS}givenname`]: 'Dana',
    [`${CLAIMS}surname`]: 'Directory',
  }),
  getNameIdentifier: () => ({
    nameIdentifier: `subject-of-${email}`,
    nameIdentifierFormat: PERSISTENT,
  }),
})

/** A real provider of SAML, with a page that asks for a name. */
export async function startSamlProvider(): Promise<TestSamlProvider> {
  const server = makeCertificate()
  const signing = makeCertificate({ isRsa: true, days: 400 })
  trust(server.cert)
  let origin = ''
  const service = https.createServer(server, (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    const query = Object.fromEntries(url.searchParams)
    const answer = {
      set: (name: string, value: string) => void response.setHeader(name, value),
      send: (body: unknown) => void response.end(String(body)),
    }
    const fail = (error: unknown) => void response.writeHead(500).end(String(error))
    const asked = {
      method: 'GET',
      query,
      headers: request.headers,
      originalUrl: request.url,
      protocol: 'https',
    }
    if (url.pathname === '/metadata') {
      const paths = { redirectEndpointPath: '/sso', postEndpointPath: '/sso' }
      return samlp.metadata({ issuer: origin, cert: signing.cert, ...paths })(asked, answer, fail)
    }
    if (url.pathname !== '/sso') return response.writeHead(404).end()
    const { login, SAMLRequest } = query
    if (login === undefined) {
      return response
        .setHeader('content-type', 'text/html')
        .end(
          `<form><input type="hidden" name="SAMLRequest" value="${SAMLRequest}"><label>Name <input name="login"></label><button>Go</button></form>`,
        )
    }
    samlp.parseRequest(asked, {}, (error, parsed) => {
      const acs = parsed?.assertionConsumerServiceURL
      if (acs === undefined) return fail(error)
      samlp.auth({
        issuer: origin,
        ...signing,
        getUserFromRequest: () => login,
        profileMapper: profileOf,
        destination: acs,
        recipient: acs,
        lifetimeInSeconds: 300,
        getPostURL: (...[, , , done]: [unknown, unknown, unknown, (error: null, url: string) => void]) =>
          done(null, acs),
      })(asked, answer, fail)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', () => resolve()))
  const address = service.address()
  origin = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
  return {
    entityId: origin,
    cert: server.cert,
    signing,
    metadataUrl: `${origin}/metadata`,
    metadata: async () => (await fetch(`${origin}/metadata`)).text(),
    signIn: async (to, email) => {
      const answer = await fetch(`${to}&login=${encodeURIComponent(email)}`)
      const html = await answer.text()
      if (!answer.ok) throw new Error(html)
      const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
      const SAMLResponse = found(/name="SAMLResponse"\s+value="([^"]*)"/)
      return { to: found(/action="([^"]*)"/), form: new URLSearchParams({ SAMLResponse }) }
    },
    close: () =>
      new Promise<void>((resolve) => {
        service.close(() => resolve())
        service.closeAllConnections()
      }),
  }
}
