const SHA256 = /^[0-9a-f]{64}$/i

/** The SHA-256 that a sender announces, in small letters; null for what is none (STORE-22). */
export const announcedHash = (text: string): string | null => (SHA256.test(text) ? text.toLowerCase() : null)
