/** Numbers of clauses in earlier versions of the specification data, by digest, for certificates of those versions. */
export const EARLIER_DIGESTS: ReadonlyMap<string, { clauses: number; musts: number }> = new Map([
  ['5a8d7ac745c72f9845a49a4908b75523282982072fc0415dc00fc61911d9747e', { clauses: 98, musts: 69 }],
  ['841232507c91a79ae4487182b604b520dc34961153769049f5dc2d778e592343', { clauses: 98, musts: 69 }],
  ['d80f951166f392e80e98f06683529d8ec84b07a21f4188b796489d145f5bf72b', { clauses: 98, musts: 69 }],
])
