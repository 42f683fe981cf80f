/** A moment as Resource Manager writes it into messages: `4/7/2021 4:50:46 AM`, UTC. @param ms since the epoch */
export function usTime(ms: number): string {
  const date = new Date(ms);
  const hours = date.getUTCHours();
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
  const clock = `${hours % 12 === 0 ? 12 : hours % 12}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${day} ${clock} ${hours < 12 ? "AM" : "PM"}`;
}
