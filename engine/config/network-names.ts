/** The passphrase of a client's private key is set in the environment only. */
export const PASSPHRASE = 'GATECHECK_CLIENT_KEY_PASSPHRASE'

/** Options that name a file of certificates or keys; on another machine these files have other paths. */
export const FILES_TO_TRUST_AND_SHOW = ['ca', 'clientCert', 'clientKey'] as const

/** The option on the command line. */
export const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
