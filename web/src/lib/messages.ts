/** Short names for the generated types of the protocol. */
import type { components } from "./api";

type Schemas = components["schemas"];

export type Me = Schemas["Me"];
export type Device = Schemas["Device"];
export type Link = Schemas["Link"];
export type SeatOffer = Schemas["SeatOffer"];
export type ServerInfo = Schemas["ServerInfo"];
export type GameCard = Schemas["GameCard"];
export type Catalogue = Schemas["Catalogue"];
export type KindSpec = Schemas["KindSpec"];
export type OptionSpec = Schemas["OptionSpec"];
export type NumberSpec = Schemas["NumberSpec"];
export type Preset = Schemas["Preset"];
export type BoardSpec = Schemas["BoardSpec"];
export type RegionSpec = Schemas["RegionSpec"];
export type LinkSpec = Schemas["LinkSpec"];
export type TileSpec = Schemas["TileSpec"];
export type LayerSpec = Schemas["LayerSpec"];
export type CardSpec = Schemas["CardSpec"];
export type DeckSpec = Schemas["DeckSpec"];
export type EmblemSpec = Schemas["EmblemSpec"];
export type StageSpec = Schemas["StageSpec"];
export type FirstSteps = Schemas["FirstSteps"];
export type HintSpec = Schemas["HintSpec"];
export type Brief = Schemas["Brief"];
export type BriefClause = Schemas["BriefClause"];
export type Clause = Schemas["Clause"];
export type Lobby = Schemas["Lobby"];
export type MatchInfo = Schemas["MatchInfo"];
export type SeatInfo = Schemas["SeatInfo"];
export type SeatPlan = Schemas["SeatPlan"];
export type NewMatch = Schemas["NewMatch"];
export type State = Schemas["State"];
export type Update = Schemas["Update"];
export type SeatState = Schemas["SeatState"];
export type Handover = Schemas["Handover"];
export type BotFault = Schemas["BotFault"];
export type Picture = Schemas["Picture"];
export type Region = Schemas["Region"];
export type Group = Schemas["Group"];
export type CardShown = Schemas["CardShown"];
export type Area = Schemas["Area"];
export type Effect = Schemas["Effect"];
export type Path = Schemas["Path"];
export type AuctionShown = Schemas["AuctionShown"];
export type Bidding = Schemas["Bidding"];
export type Price = Schemas["Price"];
export type Caution = Schemas["Caution"];
export type Account = Schemas["Account"];
export type Contest = Schemas["Contest"];
export type Dispatch = Schemas["Dispatch"];
export type Destination = Schemas["Destination"];
export type Fact = Schemas["Fact"];
export type Mark = Schemas["Mark"];
export type Plan = Schemas["Plan"];
export type Deals = Schemas["Deals"];
export type Offer = Schemas["Offer"];
export type Assets = Schemas["Assets"];
export type MatchEvent = Schemas["MatchEvent"];
export type Milestone = Schemas["Milestone"];
export type EventPage = Schemas["EventPage"];
/** What is said, and the clause behind it. */
export type Sentence = Pick<Schemas["Prompt"], "text" | "clause">;
export type Chat = Schemas["Chat"];
export type Answer = Schemas["Answer"];
export type Outlook = Schemas["Outlook"];
export type Prompt = Schemas["Prompt"];
export type Remark = Schemas["Remark"];
export type Refused = Schemas["Refused"];
export type Acknowledged = Schemas["Acknowledged"];
/** What comes over the socket, and what goes. */
export type Reply = State | Update | Chat | Acknowledged | Refused | Answer;
export type Request = Schemas[
  | "PlayAction"
  | "PlayText"
  | "MakeOffer"
  | "TakeBack"
  | "HandOver"
  | "AskWhy"
  | "AskOdds"
  | "AskReckoning"
  | "Say"
  | "LetPlay"
  | "Leave"
  | "Back"
  | "Resign"
  | "Abort"];
export type Draw = Schemas["Draw"];
export type SealOfDice = Schemas["SealOfDice"];
export type Moment = Schemas["Moment"];
export type Check = Schemas["Check"];
export type Summary = Schemas["Summary"];
export type Curve = Schemas["Curve"];
export type Luck = Schemas["Luck"];
export type Problem = Schemas["Problem"];
