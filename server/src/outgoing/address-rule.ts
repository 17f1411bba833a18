import { BlockList, isIP } from 'node:net'

/** Addresses of a host or a site, and unassigned ones, which are not for programs elsewhere. */
const INSIDE = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  // for documentation, to be discarded, and of an abandoned relay
  ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '192.88.99.0/24'],
  ...['2001:db8::/32', '3fff::/20', '100::/64'],
  // an IPv4 address, possibly one of those above, written as IPv6
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
]

/**
 * Decides if something may be sent to an address: to public ones only encrypted, and to the networks that are allowed
 * by name.
 * @param allowed addresses and networks such as 10.0.0.0/8
 */
export function createAddressRule(allowed: readonly string[]) {
  const [isAllowed, isInside] = [createList(allowed), createList(INSIDE)]
  return (address: string, isEncrypted: boolean): boolean =>
    isAllowed(address) || (isEncrypted && !isInside(address))
}

/** An IPv4 address written as IPv6 counts as IPv4. */
function createList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
