/** The passphrase of a client's private key: it never stands in a command or in a file of options. */
export const PASSPHRASE = 'GATECHECK_CLIENT_KEY_PASSPHRASE'

/** What of a configuration is the name of a file of certificates or keys. On another machine these lie elsewhere. */
export const FILES_TO_TRUST_AND_SHOW = ['ca', 'clientCert', 'clientKey'] as const

/** As an option is typed. */
export const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
