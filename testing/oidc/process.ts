/**
 * A provider of its own process, as a firm's directory is: whoever types an e-mail at its sign-in page is that person.
 * It is given its certificate, and says its port, by messages of its parent.
 */
import https from 'node:https'
import Provider from 'oidc-provider'

interface Start {
  key: string
  cert: string
  /** Signed in beside the name: what else the provider says of somebody. */
  claims?: Readonly<Record<string, unknown>>
}

/** What servers ask, not browsers. */
const BY_SERVERS = /^\/(token|jwks|me|\.well-known)\b/

/** Where sessions end: it takes its time there, and the page that leads to it stays open until then. */
const AT_ENDS = /^\/session\/end\?/
const END_MS = 1500

// Whoever has started it is gone.
process.once('disconnect', () => process.exit())
process.once('message', ({ key, cert, claims = {} }: Start) => {
  const server = https.createServer({ key, cert })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const issuer = `https://localhost:${port}`
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'helioroom',
          client_secret: 'a-secret-of-the-provider',
          redirect_uris: ['https://unused.example/callback'],
          post_logout_redirect_uris: ['https://unused.example/login'],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
      pkce: { required: () => true },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: id,
          email_verified: !id.startsWith('unverified'),
          given_name: 'Dana',
          family_name: 'Directory',
          ...claims,
        }),
      }),
      // Nobody is asked for consent: the firm has given it.
      loadExistingGrant: async (context) => {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client?.clientId,
          accountId: context.oidc.session?.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    // The product's port, and the connection's id, are known after the provider has started.
    const { prototype } = provider.Client
    prototype.redirectUriAllowed = (uri: string) => /\/sso\/[\w-]+\/callback$/.test(uri)
    prototype.postLogoutRedirectUriAllowed = (uri: string) => uri.endsWith('/login')
    let spentMs = 0
    server.on('request', (request, response) => {
      if (!BY_SERVERS.test(request.url ?? '')) return
      const began = performance.now()
      response.once('finish', () => {
        spentMs += performance.now() - began
      })
    })
    process.on('message', (message) => {
      if (message === 'spent') process.send?.({ spentMs })
    })
    const answer = provider.callback()
    server.on('request', (request, response) => {
      if (!AT_ENDS.test(request.url ?? '')) return answer(request, response)
      setTimeout(() => answer(request, response), END_MS)
    })
    process.send?.({ issuer })
  })
})
