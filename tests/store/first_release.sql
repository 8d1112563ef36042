PRAGMA application_id = 1213353028;
BEGIN TRANSACTION;
CREATE TABLE actions (
	game TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	seat TEXT NOT NULL, 
	user BIGINT, 
	via TEXT NOT NULL, 
	action TEXT NOT NULL, 
	state_hash TEXT NOT NULL, 
	draws TEXT NOT NULL, 
	events TEXT NOT NULL, 
	time FLOAT NOT NULL, 
	prev_hash TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	PRIMARY KEY (game, version), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "actions" VALUES('x2b3',0,'',1,'opening','{"seats":["s1","s2"],"words":{"s1":"word of Ann","s2":"word of Ben"}}','2816569eb0288adfff631efec1f8f2719ce0ec52b6f327355e3dc5f99e9c2f06','[{"counter":1,"sides":2,"result":1,"purpose":"order of the seats","hidden":true},{"counter":2,"sides":100,"result":9,"purpose":"number","hidden":true},{"counter":3,"sides":100,"result":55,"purpose":"number","hidden":true}]','[{"kind":"dealt","text":"Your number is 9.","seats":["s1"]},{"kind":"dealt","text":"Your number is 55.","seats":["s2"]},{"kind":"opened","text":"The race begins."}]',1000000.0,'ea431b0133d7512f04394943c505b0b25d07fd6a6020f2f5e1bdf66d7662b3a0','76edb319b2bdb71fcd07e4bac8f59be98a16ca4ad4589a18b00f71acab024435');
INSERT INTO "actions" VALUES('x2b3',1,'s1',11,'player','{"action":"pledge","laps":"1"}','c0354f15aaee6b77bdd13e2d527831d8c404642484efe17656814ef5dcef04e0','[]','[{"kind":"pledged","text":"You have pledged 1.","seats":["s1"]}]',1000000.0,'76edb319b2bdb71fcd07e4bac8f59be98a16ca4ad4589a18b00f71acab024435','74f508d0976ab18ea5ce0cb7c49036f3a7acda3d7dfe44c85996ac6a04d1ed14');
INSERT INTO "actions" VALUES('x2b3',2,'s2',12,'player','{"action":"pledge","laps":"1"}','5cea9081e6f6d927518dd62807c28289e9e1dff92763fbaf8fd9193dcd289f4d','[]','[{"kind":"pledged","text":"You have pledged 1.","seats":["s2"]}]',1000000.0,'74f508d0976ab18ea5ce0cb7c49036f3a7acda3d7dfe44c85996ac6a04d1ed14','2270e42fb0574f7fa2e2827d9c26e80e076de197cdf1e6f465fcc7c088684043');
INSERT INTO "actions" VALUES('x2b3',3,'s2',12,'player','{"action":"advance","pace":"run"}','9a1e5fd3f9e44ac8ab7bc93a3e161b2b0b22e5ce3c767ee008964e668e412784','[{"counter":4,"sides":6,"result":1,"purpose":"s2 moves","hidden":false}]','[{"kind":"moved","text":"{s2} moves on by 2.","subjects":["s2"]}]',1000000.0,'2270e42fb0574f7fa2e2827d9c26e80e076de197cdf1e6f465fcc7c088684043','c009003ad857133f06c14532921676d2899a5a547a96071b79f582184eb23e58');
INSERT INTO "actions" VALUES('x2b3',4,'s1',11,'player','{"action":"advance","pace":"walk"}','a0b7cfe182df576445f1848aa48de24e2781dd463d5d37be3224dd087589c449','[{"counter":5,"sides":6,"result":4,"purpose":"s1 moves","hidden":false}]','[{"kind":"moved","text":"{s1} moves on by 4.","subjects":["s1"]},{"kind":"phase_end","text":"Lap 1 is over."}]',1000000.0,'c009003ad857133f06c14532921676d2899a5a547a96071b79f582184eb23e58','0a75182514ebbe8f10f1d732378cd03b8d4d20795ec59bb8b00c0d13218924f4');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE drafts (
	game TEXT NOT NULL, 
	seat TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	tag TEXT NOT NULL, 
	fields JSON NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE games (
	id TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	rules_version TEXT NOT NULL, 
	variant TEXT NOT NULL, 
	options JSON NOT NULL, 
	title TEXT NOT NULL, 
	guild BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	thread BIGINT, 
	panel BIGINT, 
	owner BIGINT NOT NULL, 
	status TEXT NOT NULL, 
	fault TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	secret TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	deadline_hours FLOAT NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('x2b3','relay','1','base','{"goal":30}','Relay',5,6,700,NULL,1,'playing','','ea431b0133d7512f04394943c505b0b25d07fd6a6020f2f5e1bdf66d7662b3a0','38b4e652e44da7f2370d9e260e27136550a4a3a6d07f5c0c332f8b1224083fd2',4,48.0,1000000.0);
CREATE TABLE notices (
	user BIGINT NOT NULL, 
	told FLOAT NOT NULL, 
	PRIMARY KEY (user)
);
CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	user BIGINT, 
	payload TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_try FLOAT NOT NULL, 
	outcome TEXT, 
	settled FLOAT, 
	message BIGINT, 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "outbox" VALUES(1,'x2b3',0,'commitment',NULL,'{"kind":"commitment","commitment":"ea431b0133d7512f04394943c505b0b25d07fd6a6020f2f5e1bdf66d7662b3a0"}',1000000.0,0,1000000.0,'delivered',1000000.0,9001);
INSERT INTO "outbox" VALUES(2,'x2b3',0,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(3,'x2b3',0,'log',NULL,'{"kind":"log","events":[{"kind":"joined","text":"Ann takes a seat (1 of 3)."}],"heading":""}',1000000.0,0,1000000.0,'delivered',1000000.0,9003);
INSERT INTO "outbox" VALUES(4,'x2b3',0,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(5,'x2b3',0,'log',NULL,'{"kind":"log","events":[{"kind":"joined","text":"Ben takes a seat (2 of 3)."}],"heading":""}',1000000.0,0,1000000.0,'delivered',1000000.0,9005);
INSERT INTO "outbox" VALUES(6,'x2b3',0,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(7,'x2b3',0,'log',NULL,'{"kind":"log","events":[{"kind":"opened","text":"The race begins."}],"heading":""}',1000000.0,0,1000000.0,'delivered',1000000.0,9007);
INSERT INTO "outbox" VALUES(8,'x2b3',0,'private',12,'{"kind":"private","seat":"s2","events":[{"kind":"dealt","text":"Your number is 55.","seats":["s2"]}]}',1000000.0,0,1000000.0,'delivered',1000000.0,9008);
INSERT INTO "outbox" VALUES(9,'x2b3',0,'private',11,'{"kind":"private","seat":"s1","events":[{"kind":"dealt","text":"Your number is 9.","seats":["s1"]}]}',1000000.0,0,1000000.0,'delivered',1000000.0,9009);
INSERT INTO "outbox" VALUES(10,'x2b3',0,'picture',NULL,'{"kind":"picture","moment":"start"}',1000000.0,0,1000000.0,'delivered',1000000.0,9010);
INSERT INTO "outbox" VALUES(11,'x2b3',0,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(12,'x2b3',0,'ask',12,'{"kind":"ask","calls":[{"seat":"s2","decision":"PLEDGE","prompt":"Pledge your laps.","secret":true,"together":true,"due":1172800.0}]}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(13,'x2b3',0,'ask',11,'{"kind":"ask","calls":[{"seat":"s1","decision":"PLEDGE","prompt":"Pledge your laps.","secret":true,"together":true,"due":1172800.0}]}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(14,'x2b3',1,'private',11,'{"kind":"private","seat":"s1","events":[{"kind":"pledged","text":"You have pledged 1.","seats":["s1"]}]}',1000000.0,0,1000000.0,'delivered',1000000.0,9014);
INSERT INTO "outbox" VALUES(15,'x2b3',1,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(16,'x2b3',2,'private',12,'{"kind":"private","seat":"s2","events":[{"kind":"pledged","text":"You have pledged 1.","seats":["s2"]}]}',1000000.0,0,1000000.0,'delivered',1000000.0,9016);
INSERT INTO "outbox" VALUES(17,'x2b3',2,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,'superseded',1000000.0,NULL);
INSERT INTO "outbox" VALUES(18,'x2b3',3,'log',NULL,'{"kind":"log","events":[{"kind":"moved","text":"{s2} moves on by 2.","subjects":["s2"]}],"heading":""}',1000000.0,0,1000000.0,'delivered',1000000.0,9018);
INSERT INTO "outbox" VALUES(19,'x2b3',3,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,'delivered',1000000.0,9019);
INSERT INTO "outbox" VALUES(20,'x2b3',3,'ask',NULL,'{"kind":"ask","calls":[{"seat":"s1","decision":"LEG","prompt":"Lap 1: move.","secret":false,"together":false,"due":1172800.0}]}',1000000.0,0,1000000.0,'delivered',1000000.0,9020);
INSERT INTO "outbox" VALUES(21,'x2b3',4,'log',NULL,'{"kind":"log","events":[{"kind":"moved","text":"{s1} moves on by 4.","subjects":["s1"]},{"kind":"phase_end","text":"Lap 1 is over."}],"heading":""}',1000000.0,0,1000000.0,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(22,'x2b3',4,'picture',NULL,'{"kind":"picture","moment":"phase"}',1000000.0,0,1000000.0,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(23,'x2b3',4,'panel',NULL,'{"kind":"panel"}',1000000.0,0,1000000.0,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(24,'x2b3',4,'ask',NULL,'{"kind":"ask","calls":[{"seat":"s2","decision":"LEG","prompt":"Lap 2: move.","secret":false,"together":false,"due":1172800.0}]}',1000000.0,0,1000000.0,NULL,NULL,NULL);
CREATE TABLE seats (
	number INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	id TEXT NOT NULL, 
	user BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	word TEXT NOT NULL, 
	joined FLOAT NOT NULL, 
	"left" FLOAT, 
	PRIMARY KEY (number), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES(1,'x2b3','s1',11,'Ann','word of Ann',1000000.0,NULL);
INSERT INTO "seats" VALUES(2,'x2b3','s2',12,'Ben','word of Ben',1000000.0,NULL);
CREATE TABLE snapshots (
	game TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	body BLOB NOT NULL, 
	PRIMARY KEY (game, version), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "snapshots" VALUES('x2b3',0,X'789C3D4ECB0A833010FC9739E760F5E6AF48916D5D82B03592471F88FFDE89A55E4266765E1BBC3C749C27F478B7B70E0EB19826C2A8269F3F1E9F1AD31C16F2177261CD04546DF0410C7DD7EC0E4925931B905A6AD20557BE59D7CA6DC78F7653CF632E9159349DFC6A3AF979F1D8E93ADB1A8729CA8B091D97682A96D12FC5CCD120773D26B0A90AD95A137F49C78520141A06469AD41DCDFE059FFE4CBB');
INSERT INTO "snapshots" VALUES('x2b3',1,X'789C458E490AC3300C45EFA2B5174EB2F35542096A2D4C408D83870E84DCBDDF294D37C67AD21F360A7C9769F6E4E8D55F073294AA4AC69844F9FD9BA787A43CC705BC038B6BC180AB8D42642537D8DD50162E6023E51E37B9A30BDE226B63DBF1835C2560596A821744275F557C9897403B54675A67C8277EC2614013C9550BB9A5AA1A08F826470524396B5A6A73FC3AFD37280C182B8423AC955B1FBB7F00FC014E53');
INSERT INTO "snapshots" VALUES('x2b3',2,X'789C454E490AC3300CFC8BCE3E38C9CD5F0925A88D300135365EBA10FCF78E036D2F42B368460779BECBB2ADE4E8355E273294AA4A064CA2FCFEE2E521296F61073F800BB100C075900FACE426DB0C65E1026EA63CC29307BA6016899D3BCE0DE72A1E62A90959B6C1F14B1E0DAD899F704F68955CB590DBABAAA1A87C93B30EA9CE9ADEE07A655459FD5F399FEB1A16A8A122614687727FC2B60F4401492C');
INSERT INTO "snapshots" VALUES('x2b3',3,X'789C454E490AC3300CFC8BCE3E64E9C95F0925A88D3001350E5EBA60FCF78C036D2F42B36846851C3F645E17B2F41E6E23190A5925020651FE7CF1FC941057BF81EFC1F93D01C055C87956B263570D45E1046EA238C0137BBA6226D91B57CE0DE72A0E62CA01597D85E3973C1A5A02BFE0BEA05562D64476CBAA8676E5BB9C7548B59D690D76A84D90C5FD95F3B9A66181EA3312267428B727BA7A0045944931');
INSERT INTO "snapshots" VALUES('x2b3',4,X'789C454E490AC3300CFC8BCE3E64692FFE4A28416D8409A871F0D205E3BF771C687B119A45332AE4F82EF3BA90A5D7701DC950C82A113088F2FB8BE78784B8FA0D7C0FCEEF0900AE42CEB3921DBB6A280A277013C5019ED8D30533C9DEB8726C38577110530EC8EA2A1CBFE493A125F013EE335A25664D64B7AC6A6857BEC95187D46644831D6A1364717FE578AE6958A0FA8C84091DCAED89BE7E0046C94937');
CREATE TABLE timers (
	game TEXT NOT NULL, 
	seat TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	due FLOAT NOT NULL, 
	decision TEXT NOT NULL, 
	PRIMARY KEY (game, seat, kind), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "timers" VALUES('x2b3','s2','reminder',1086400.0,'LEG');
INSERT INTO "timers" VALUES('x2b3','s2','deadline',1172800.0,'LEG');
CREATE INDEX ix_games_thread ON games (thread);
CREATE INDEX ix_seats_user ON seats (user);
CREATE UNIQUE INDEX one_holder ON seats (game, id) WHERE "left" IS NULL;
CREATE UNIQUE INDEX one_seat_each ON seats (game, user) WHERE "left" IS NULL;
CREATE INDEX ix_timers_due ON timers (due);
CREATE INDEX outbox_by_game ON outbox (game, id);
CREATE INDEX outbox_pending ON outbox (game, id) WHERE outcome IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',24);
COMMIT;
