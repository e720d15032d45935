/** The socket that is open as long as the session is; alone here, to be loaded with what listens to it and nothing else. */
export const SESSION_SOCKET = '/ws/session/'
